/** embedding_signs: one bit a dimension, 1 where it is positive. */
create or replace function emend.embedding_signs(p_embedding real[]) returns bit varying
  language sql immutable parallel safe
  return (select string_agg(case when x > 0 then '1' else '0' end, '' order by n)::bit varying from unnest(p_embedding) with ordinality as e(x, n));
comment on function emend.embedding_signs(real[]) is 'One bit a dimension of an embedding, 1 where it is positive.';
