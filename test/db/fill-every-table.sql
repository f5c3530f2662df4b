-- At least one row in every table of the tenant emend.tenant_id, as the owner of the tables; for tests of rights.
insert into emend.session (external_id, user_id) values ('S1', 'u-1');
insert into emend.node (tenant_id, node_id, external_id, kind, session_id, turn, user_id)
select emend.current_tenant_id(), nextval('emend.node_id_seq'), n.id, n.kind::emend.node_kind, s.session_id, 1, 'u-1'
  from emend.session s,
       (values (1, 'u1', 'input'), (2, 's1', 'claim'), (3, 'm1', 'memory'), (4, 's2', 'claim'), (5, 'm2', 'memory')) as n(position, id, kind)
 where s.tenant_id = emend.current_tenant_id() order by n.position;
insert into emend.input (tenant_id, input_id, content)
select tenant_id, node_id, 'Where is my order?' from emend.node where tenant_id = emend.current_tenant_id() and kind = 'input';
insert into emend.step (tenant_id, step_id, content)
select tenant_id, node_id, 'It has shipped.' from emend.node where tenant_id = emend.current_tenant_id() and kind = 'claim';
insert into emend.memory (tenant_id, memory_id, content, source)
select tenant_id, node_id, 'It has shipped.', 'claim' from emend.node where tenant_id = emend.current_tenant_id() and kind = 'memory';
insert into emend.memory_state (tenant_id, memory_id)
select tenant_id, memory_id from emend.memory where tenant_id = emend.current_tenant_id() on conflict do nothing;
insert into emend.memory_search (tenant_id, memory_id, segments)
select tenant_id, memory_id, 'it has shipped' from emend.memory where tenant_id = emend.current_tenant_id() on conflict do nothing;
insert into emend.memory_embedding (tenant_id, model, memory_id, embedded_t, signs, embedding)
select tenant_id, 'reference', memory_id, 1, '1', '{1}' from emend.memory where tenant_id = emend.current_tenant_id() on conflict do nothing;
insert into emend.embedding_progress (tenant_id, model, checked_t) values (emend.current_tenant_id(), 'reference', 1);
insert into emend.edge (tenant_id, source_id, target_id, label, target_kind)
select i.tenant_id, i.node_id, t.node_id, 'support', 'claim' from emend.node i, emend.node t
 where i.tenant_id = emend.current_tenant_id() and t.tenant_id = i.tenant_id and i.external_id = 'u1' and t.external_id = 's1';
insert into emend.fault (memory_id) values ('m1');
insert into emend.repair (tenant_id) values (emend.current_tenant_id());
insert into emend.approval (tenant_id, repair_id, state, plan_hash, effects, hash) select tenant_id, repair_id, 'open', 'h', '{}', 'h' from emend.repair where tenant_id = emend.current_tenant_id();
insert into emend.step_state (tenant_id, step_id, validity, repair_id)
select s.tenant_id, min(s.step_id), 'invalid', min(r.repair_id) from emend.step s join emend.repair r on r.tenant_id = s.tenant_id
 where s.tenant_id = emend.current_tenant_id() group by s.tenant_id;
insert into emend.replacement (tenant_id, new_node_id, old_node_id, repair_id)
select s.tenant_id, max(s.step_id), min(s.step_id), min(r.repair_id) from emend.step s join emend.repair r on r.tenant_id = s.tenant_id
 where s.tenant_id = emend.current_tenant_id() group by s.tenant_id;
insert into emend.tombstone (tenant_id, memory_id, content_digest, buried_t)
select tenant_id, min(memory_id), 'digest', 1 from emend.memory where tenant_id = emend.current_tenant_id() group by tenant_id;
insert into emend.plan_row (tenant_id, repair_id, node_id, node_kind, disposition, rule, reason, is_affected, replay_position)
select r.tenant_id, r.repair_id, (select min(s.step_id) from emend.step s where s.tenant_id = r.tenant_id), 'claim', 'replay', 'R8', 'a test', true, 1
  from emend.repair r where r.tenant_id = emend.current_tenant_id();
insert into emend.replay_step (tenant_id, repair_id, step_id, position)
select tenant_id, repair_id, node_id, 1 from emend.plan_row where tenant_id = emend.current_tenant_id();
insert into emend.tool_call (tenant_id, repair_id, tool_name, effect, args, idempotency_key)
select tenant_id, repair_id, 'get_order', 'pure', '{}', 'k' from emend.repair where tenant_id = emend.current_tenant_id();
insert into emend.model_call (tenant_id, repair_id, purpose, stage, model, mode, request_hash, request)
select tenant_id, repair_id, 'replay', 'claim', 'reference', 'live', 'h', '{}' from emend.repair where tenant_id = emend.current_tenant_id();
insert into emend.verification (tenant_id, repair_id, violation_count, is_sufficient)
select tenant_id, repair_id, 0, true from emend.repair where tenant_id = emend.current_tenant_id();
insert into emend.journal (tenant_id, action) values (emend.current_tenant_id(), 'test');
insert into emend.event (tenant_id, type) values (emend.current_tenant_id(), 'answer:stale');
insert into emend.enabled_detector (detector) values ('failed_retirement');
insert into emend.http_request (tenant_id, key_id, idempotency_key, fingerprint, held_until) values (emend.current_tenant_id(), 1, 'k', 'f', now());
insert into emend.registered_tool (name, door, url, effect) values ('t', 'http', 'https://tools.example.com', 'pure');
insert into emend.tenant_model (name) values ('m');
insert into emend.webhook (url, secret) values ('https://hooks.example.com', 'HOOK');
insert into emend.webhook_message (tenant_id, webhook_id, event_id, type) select tenant_id, webhook_id, 1, 'repair.done' from emend.webhook where tenant_id = emend.current_tenant_id();
insert into emend.erasure (tenant_id, user_id, repair_id, actor) select tenant_id, 'u-1', repair_id, 'test' from emend.repair where tenant_id = emend.current_tenant_id();
insert into emend.erased_node (tenant_id, node_id, erasure_id, is_derived)
select e.tenant_id, (select max(s.step_id) from emend.step s where s.tenant_id = e.tenant_id), e.erasure_id, false
  from emend.erasure e where e.tenant_id = emend.current_tenant_id();
insert into emend.api_key (tenant_id, role, digest) values (emend.current_tenant_id(), 'agent', sha256('x'));
insert into emend.login (tenant_id, login) values (emend.current_tenant_id(), 'nobody');
insert into emend.restoration (tenant_id, actor) values (emend.current_tenant_id(), 'test');
