/**
 * unit_embedding: an embedding scaled to length 1, so that two are compared by the sum of their products.
 *
 * returns  null for one without a direction
 */
create or replace function emend.unit_embedding(p_embedding real[]) returns real[]
  language sql immutable parallel safe
  return (select array_agg((e.x / l.length)::real order by e.n)
            from unnest(p_embedding) with ordinality as e(x, n)
           cross join (select sqrt(sum(y.x::double precision * y.x)) as length from unnest(p_embedding) as y(x)) l
           where l.length > 0 and l.length < 'infinity'::double precision);
comment on function emend.unit_embedding(real[]) is 'An embedding scaled to length 1.';
