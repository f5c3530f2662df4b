/**
 * fuse_ranks: two ranked lists made one by reciprocal rank: each gives 1 / (60 + place) to what it has.
 *
 * p_one, p_other  ids, best first
 * p_limit         how many at most
 * ids             by score, then by clock; scores beside them, at most 2/61
 */
create or replace function emend.fuse_ranks(p_one bigint[], p_other bigint[], p_limit integer, out ids bigint[], out scores double precision[])
  language plpgsql immutable parallel safe as $$
begin
  select coalesce(array_agg(f.id), '{}'), coalesce(array_agg(f.score), '{}') into ids, scores
    from (select l.id, sum(1 / (60 + l.place)::double precision order by l.place) as score
            from (select o.id, o.place from unnest(p_one) with ordinality as o(id, place)
                  union all select o.id, o.place from unnest(p_other) with ordinality as o(id, place)) l
           group by l.id order by score desc, l.id limit p_limit) f;
end $$;
comment on function emend.fuse_ranks(bigint[], bigint[], integer) is 'Two ranked lists made one by reciprocal rank.';
