/** Ways of saying things to an assistant that remembers, by what is done with them. */

/** A change: what is said, the memory before, the noun, the value that holds then, and the one that does not. */
export type Change = [said: string, before: string, noun: string, value: string, old: string]
/** Something to keep: what is said, and what the memory says. */
export type Keep = [said: string, kept: string]
/** Something to drop: what is said, the memory that goes, and one that stays. */
export type Drop = [said: string, goes: string, stays: string]
/** Two memories to be made one: what is said, both, and one that is not spoken of. */
export type Join = [said: string, first: string, second: string, other: string]
/** A question: what is said, memories, what the answer has, and what it has not. */
export type Ask = [said: string, memories: string[], has: string[], lacks: string[]]
/** A question for a tool: what is said, the tool with its one parameter, and the argument. */
export type Look = [said: string, tool: string, parameter: string, value: string]

/** Rows of all acts. */
export interface Rows { change: Change[]; keep: Keep[]; drop: Drop[]; join: Join[]; ask: Ask[]; look: Look[] }

/** Written while the rules were made. */
export const first: Rows = {
  change: [
    ['Please change my locker number to 71.', "The user's locker number is 17.", 'locker number', '71', '17'],
    ['From now on my practice room is Cedar.', "The user's practice room is Maple.", 'practice room', 'Cedar', 'Maple'],
    ['My branch library has changed: Northgate.', "The user's branch library is Southfield.", 'branch library', 'Northgate', 'Southfield'],
    ['Thursday is my rehearsal day now.', "The user's rehearsal day is Monday.", 'rehearsal day', 'Thursday', 'Monday'],
    ['Could you set my watering interval to 5 days?', "The user's watering interval is 3 days.", 'watering interval', '5 days', '3 days'],
    ['My squat weight is no longer 80 kg, it is 95 kg.', "The user's squat weight is 80 kg.", 'squat weight', '95 kg', '80'],
    ["I've switched my instrument from oboe to bassoon.", "The user's instrument is oboe.", 'instrument', 'bassoon', 'oboe'],
    ['For my card PIN, use 4402 from today.', "The user's card PIN is 9917.", 'card PIN', '4402', '9917'],
    ['Would you mind replacing my reading goal with 40 books?', "The user's reading goal is 24 books.", 'reading goal', '40 books', '24'],
    ['Put Marigold down as my bed flower.', "Tulip is the user's bed flower.", 'bed flower', 'Marigold', 'Tulip'],
    ['My trainer has changed. It is Odile now.', "The user's trainer is Bruno.", 'trainer', 'Odile', 'Bruno'],
    ['Update my shelf code: SH-204.', "The user's shelf code is SH-110.", 'shelf code', 'SH-204', 'SH-110'],
    ['I would like you to make Larch my greenhouse.', "The user's greenhouse is Willow.", 'greenhouse', 'Larch', 'Willow'],
    ['请把我的储物柜号改成71。', '用户的储物柜号是17。', '储物柜号', '71', '17'],
    ['从现在起，我的排练日是周四。', '用户的排练日是周一。', '排练日', '周四', '周一'],
    ['我的教练换了，现在是李敏。', '用户的教练是王强。', '教练', '李敏', '王强'],
    ['玫瑰现在是我的主花了。', '用户的主花是牡丹。', '主花', '玫瑰', '牡丹'],
  ],
  keep: [
    ['Could you make a note that my locker number is 71?', "The user's locker number is 71"],
    ['Hi! Before I forget, my cello teacher is Odile.', "The user's cello teacher is Odile"],
    ['One more for my wish list: a trellis.', "The user's wish list includes a trellis"],
    ["Please don't forget that I practise on Thursdays.", 'The user practises on Thursdays'],
    ['I wanted to mention that our piano tuner is Mr Falk.', "The user's piano tuner is Mr Falk"],
    ['Would you be so kind as to write down that I train at Northgate?', 'The user trains at Northgate'],
    ['Keep in mind: my roses need acid soil.', "The user's roses need acid soil"],
    ['Add hydrangeas to my planting list, please.', "The user's planting list includes hydrangeas"],
    ['Note my shelf code as SH-204.', "The user's shelf code is SH-204"],
    ['By the way, just so you know: my gym closes at ten.', "The user's gym closes at ten"],
    ["I'd appreciate it if you could remember that my library card is LC-88.", "The user's library card is LC-88"],
    ['Could you save my reading goal as 40 books?', "The user's reading goal is 40 books"],
    ['请记住我的储物柜号是71。', '用户的储物柜号是71'],
    ['能不能帮我记一下我的教练是李敏？', '用户的教练是李敏'],
    ['把三角梅加到我的种植清单里。', '用户的种植清单包括三角梅'],
    ['对了，我对花粉过敏。', '用户对花粉过敏'],
  ],
  drop: [
    ['Take the trellis off my wish list.', "The user's wish list includes a trellis.", "The user's wish list includes a rake."],
    ["I've cancelled the spinning class.", 'The user has a spinning class on Friday.', 'The user has a pilates class on Monday.'],
    ['Could you please delete my locker number?', "The user's locker number is 71.", "The user's reading goal is 40 books."],
    ['I no longer play the oboe.', 'The user plays the oboe.', 'The user plays the cello.'],
    ['Cross hydrangeas off the list.', 'The user wants to plant hydrangeas.', 'The user wants to plant peonies.'],
    ["You don't need to remember my shelf code any more.", "The user's shelf code is SH-204.", "The user's branch library is Northgate."],
    ['Get rid of the note about the choir.', 'The user sings in the choir.', 'The user trains at Northgate.'],
    ['The pottery course has been called off.', 'The user attends a pottery course.', 'The user attends a baking course.'],
    ["I've sold the harmonium.", 'The user owns a harmonium.', 'The user owns a cello.'],
    ['Would you stop keeping track of my squat weight?', "The user's squat weight is 95 kg.", "The user's trainer is Odile."],
    ["I'm done with the orchid workshop.", 'The user joined the orchid workshop.', 'The user joined the chess circle.'],
    ['Please drop my card PIN from your notes.', "The user's card PIN is 4402.", "The user's locker number is 71."],
    ['请把我的储物柜号删掉。', '用户的储物柜号是71。', '用户的教练是李敏。'],
    ['我取消了瑜伽课。', '用户报了瑜伽课。', '用户报了书法课。'],
    ['不用再记我的教练了。', '用户的教练是李敏。', '用户的储物柜号是71。'],
  ],
  join: [
    ['Please merge your notes on my locker number and my trainer.', "The user's locker number is 71.", "The user's trainer is Odile.", 'The user plays the cello.'],
    ['Could you put my shelf code and my branch library into one note?', "The user's shelf code is SH-204.", "The user's branch library is Northgate.", 'The user sings in the choir.'],
    ['Combine what you know about my garden bed and my greenhouse.', "The user's garden bed is Larch.", "The user's greenhouse is Willow.", 'The user owns a cello.'],
    ["I'd like one memory for my reading goal and my library card instead of two.", "The user's reading goal is 40 books.", "The user's library card is LC-88.", 'The user plays chess.'],
    ['Bring my rehearsal day and my practice room together.', "The user's rehearsal day is Thursday.", "The user's practice room is Cedar.", 'The user is allergic to pollen.'],
    ['Would you mind folding my trainer and my gym into a single entry?', "The user's trainer is Odile.", "The user's gym is Northgate.", 'The user owns a rake.'],
    ['Make one note out of my soil type and my watering interval.', "The user's soil type is loam.", "The user's watering interval is 5 days.", 'The user sings alto.'],
    ['My squat weight and my bench weight should be in one entry.', "The user's squat weight is 95 kg.", "The user's bench weight is 70 kg.", "The user's trainer is Odile."],
    ['Can we consolidate my piano tuner and my cello teacher?', "The user's piano tuner is Falk.", "The user's cello teacher is Odile.", 'The user grows peonies.'],
    ['Unify the entries on my card PIN and my card type.', "The user's card PIN is 4402.", "The user's card type is silver.", 'The user grows peonies.'],
    ['Please write my choir and my voice part down as one.', "The user's choir is Vox.", "The user's voice part is alto.", 'The user grows peonies.'],
    ['One note about my shed and my hose is enough.', "The user's shed is green.", "The user's hose is 20 m.", 'The user plays chess.'],
    ['把我的教练和我的健身房合并成一条。', '用户的教练是李敏。', '用户的健身房是北门。', '用户喜欢牡丹。'],
    ['请把我的排练日和我的琴房放到一起。', '用户的排练日是周四。', '用户的琴房是三号。', '用户喜欢牡丹。'],
  ],
  ask: [
    ['I need two things from you: my locker number and my trainer.', ["The user's locker number is 71.", "The user's trainer is Odile.", "The user's gym is Northgate."], ['71', 'Odile'], ['Northgate']],
    ["I can't recall my shelf code. What is it?", ["The user's shelf code is SH-204.", "The user's reading goal is 40 books."], ['SH-204'], ['40']],
    ['What are my locker code and my library card?', ["The user's locker code is L71.", "The user's library card is LC-88."], ['L71', 'LC-88'], []],
    ['What is my locker and what is my gym card?', ["The user's locker is L71.", "The user's gym card is GC-9."], ['L71', 'GC-9'], []],
    ['My rehearsal day and my practice room, please.', ["The user's rehearsal day is Thursday.", "The user's practice room is Cedar."], ['Thursday', 'Cedar'], []],
    ["I've forgotten my card PIN.", ["The user's card PIN is 4402.", "The user's trainer is Odile."], ['4402'], ['Odile']],
    ['Remind me of my squat weight, my bench weight and my trainer.', ["The user's squat weight is 95 kg.", "The user's bench weight is 70 kg.", "The user's trainer is Odile."], ['95', '70', 'Odile'], []],
    ["I'd like to know which instrument I play.", ['The user plays the cello.', 'The user grows peonies.'], ['cello'], ['peonies']],
    ['My reading goal has slipped my mind. Could you help me out?', ["The user's reading goal is 40 books.", "The user's gym is Northgate."], ['40 books'], ['Northgate']],
    ['Do you happen to remember my soil type?', ["The user's soil type is loam.", "The user's gym is Northgate."], ['loam'], ['Northgate']],
    ["I'm not sure what my watering interval was.", ["The user's watering interval is 5 days.", "The user's gym is Northgate."], ['5 days'], ['Northgate']],
    ['Any idea who my piano tuner is?', ["The user's piano tuner is Falk.", "The user's cello teacher is Odile."], ['Falk'], []],
    ['我忘了我的储物柜号。', ['用户的储物柜号是71。', '用户的教练是李敏。'], ['71'], ['李敏']],
    ['我想知道我的教练和我的健身房。', ['用户的教练是李敏。', '用户的健身房是北门。'], ['李敏', '北门'], []],
  ],
  look: [
    ['How much would the cedar planter set me back?', 'get_price', 'item', 'cedar planter'],
    ['What does the cast iron kettlebell weigh?', 'find_weight', 'item', 'cast iron kettlebell'],
    ['How heavy is KB-16?', 'find_weight', 'product', 'KB-16'],
    ['What would I have to pay for a Yamaha stand?', 'price_lookup', 'item', 'Yamaha stand'],
    ['How expensive is PL-30?', 'get_price', 'product', 'PL-30'],
    ['Could you tell me what PL-30 costs?', 'get_price', 'product', 'PL-30'],
    ['What is the oak trellis going for these days?', 'get_price', 'item', 'oak trellis'],
    ['How many kilos is KB-16?', 'find_weight', 'item', 'KB-16'],
    ['What do they charge for the rowing machine?', 'get_price', 'item', 'rowing machine'],
    ['Is KB-16 heavy? How much does it weigh?', 'find_weight', 'item', 'KB-16'],
    ["I'm curious how much PL-30 is.", 'get_price', 'item', 'PL-30'],
    ['橡木花架多少钱？', 'get_price', 'item', '橡木花架'],
    ['KB-16有多重？', 'find_weight', 'item', 'KB-16'],
  ],
}
