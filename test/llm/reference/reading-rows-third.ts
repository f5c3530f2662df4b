/** Ways of saying things in passing, with the value anywhere in the sentence or in the one after it. */
import type { Rows } from './reading-rows.js'

/** Rows for values of own things wherever they stand, wishes to forget in a subordinate clause, and questions with their occasion. */
export const third: Rows = {
  change: [
    ["The club moved things around, meaning my rehearsal room is Birch going forward.", "The user's rehearsal room is Alder.", 'rehearsal room', 'Birch', 'Alder'],
    ["So they had a reshuffle and Tilda is my new bell tutor.", "They gave Oskar as their bell tutor.", 'bell tutor', 'Tilda', 'Oskar'],
    ["Ignore whatever I said about my plot fee. It's $45 nowadays.", "plot fee: $30 (as the user says)", 'plot fee', '$45', '$30'],
    ["Could you move my lesson day over to Tuesday? The previous one is no longer valid.", "Monday was given by the user as their lesson day.", 'lesson day', 'Tuesday', 'Monday'],
    ["Drop the old gate code of mine, I'm going with 5512 instead.", "When asked for their gate code, the user said it's 9034.", 'gate code', '5512', '9034'],
    ['我的排练室变了，以后就按桦木厅来。', '排练室：赤杨厅（用户说的）', '排练室', '桦木厅', '赤杨厅'],
    ['上次跟你说的课时费作废，从今天起用300元。', '用户的课时费是200元。', '课时费', '300元', '200元'],
  ],
  keep: [
    ["Quick thing: Birch, that's my rehearsal room.", "The user's rehearsal room is Birch"],
    ["Everybody asks for my plot fee, so here goes, it's $45.", "The user's plot fee is $45"],
    ["I never gave you my lesson day. It's Tuesday.", "The user's lesson day is Tuesday"],
    ['Would you put 5512 down as my gate code? Cheers.', "The user's gate code is 5512"],
    ['For my bell tutor, please go with Tilda, thanks!', "The user's bell tutor is Tilda"],
    ['My aunt Vera says Tuesday when people ask about her lesson day.', "The user's aunt Vera's lesson day is Tuesday"],
    ["Birch is my uncle's rehearsal room, mind you, not mine.", "The user's uncle's rehearsal room is Birch"],
    ['有人问起我的排练室，你就说是桦木厅。', '用户的排练室是桦木厅'],
  ],
  drop: [
    ['The rowing course turned out to be full, so delete it from your notes.', 'The user takes the rowing course.', 'The user takes the baking course.'],
    ['Remember I mentioned that I keep quails? I gave them away, so drop that one please.', 'The user keeps quails.', 'The user keeps ducks.'],
    ['Please forget that I play the zither.', 'The user plays the zither.', 'The user plays the harp.'],
    ['鹌鹑我送人了，这条删掉吧。', '用户养鹌鹑。', '用户养鸭子。'],
  ],
  join: [
    ['Rather than two notes for my bell tutor and my lesson day, keep a single note with both of them.', "The user's bell tutor is Tilda.", "The user's lesson day is Tuesday.", 'The user plays the zither.'],
    ['Could you take what you have on my plot fee and my gate code and put it all in one note?', "The user's plot fee is $45.", "The user's gate code is 5512.", 'The user plays the zither.'],
  ],
  ask: [
    ["I'm signing up for a course and it wants my gate code. What do I put?", ["The user's gate code is 5512.", "The user's plot fee is $45."], ['5512'], ['$45']],
    ['Just from what you remember, please: my lesson day? No need to go and check anywhere.', ["The user's lesson day is Tuesday.", "The user's plot fee is $45."], ['Tuesday'], ['$45']],
    ["What's my plot fee? And my gate code? Oh, and my lesson day as well, sorry!", ["The user's plot fee is $45.", "The user's gate code is 5512.", "The user's lesson day is Tuesday."], ['$45', '5512', 'Tuesday'], []],
    ['My bell tutor, please?', ["The user's uncle has Oskar as his bell tutor.", 'They gave Tilda as their bell tutor.'], ['Tilda'], ['Oskar']],
    ['What am I scared of?', ['The user is scared of geese.', 'The user is scared of heights.', 'The user plays the zither.'], ['geese', 'heights'], ['zither']],
    ['帮我确认下我的排练室，我怕记错了。', ['用户的排练室是桦木厅。', '用户叔叔的排练室是赤杨厅。'], ['桦木厅'], ['赤杨厅']],
  ],
  look: [],
}
