/** embedding_is_forgotten: the trigger of forget_embedding on the texts that have embeddings. */
create or replace trigger embedding_is_forgotten before update of query_text on emend.step
  for each row when (old.query_text is distinct from new.query_text) execute function emend.forget_embedding();
create or replace trigger embedding_is_forgotten after update of content on emend.memory
  for each row when (old.content is distinct from new.content) execute function emend.forget_embedding();
comment on trigger embedding_is_forgotten on emend.step is 'A question that is changed takes its embedding along.';
comment on trigger embedding_is_forgotten on emend.memory is 'A memory whose text is changed takes its embedding along.';
