/**
 * word_score: how well the words of a memory answer a question; inlined by Postgres.
 *
 * The share of the question's words that are there, where a word with a digit counts three times, in thousandths; then, below a
 * thousandth, the memory that says little else. It depends on question and memory alone.
 *
 * p_has_any    the question's words, any of them; p_has_code: those with a digit, null without one
 * p_size       how many words the question has; p_code_size: twice how many of them have a digit
 * returns      1 and more, 2.0005 at most; 1 to 1.0005 where no word is there
 */
create or replace function emend.word_score(
    p_words tsvector, p_has_any tsquery, p_has_code tsquery, p_size double precision, p_code_size double precision)
  returns double precision language sql immutable
  -- ts_rank with weight 1 of words without places is the share of the words that are there, times 6 / pi^2
  return 1 + round((1.64493406685 * (p_size * ts_rank('{1,1,1,1}', p_words, p_has_any)
                                     + case when p_code_size > 0 then p_code_size * ts_rank('{1,1,1,1}', p_words, p_has_code) else 0 end)
                    / (p_size + p_code_size)) * 1000) / 1000
           + 0.0005 / (1 + length(p_words));
comment on function emend.word_score(tsvector, tsquery, tsquery, double precision, double precision) is
  'How well the words of a memory answer a question.';
