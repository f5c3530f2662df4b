/** add_counts: two objects of numbers, added key by key. */
create or replace function emend.add_counts(p_one jsonb, p_other jsonb) returns jsonb
  language sql immutable parallel safe
  return (select coalesce(jsonb_object_agg(s.key, s.total), '{}')
            from (select c.key, sum(c.value::numeric) as total
                    from (select * from jsonb_each_text(p_one) union all select * from jsonb_each_text(p_other)) c group by c.key) s);
comment on function emend.add_counts(jsonb, jsonb) is 'Two objects of numbers, added key by key.';
