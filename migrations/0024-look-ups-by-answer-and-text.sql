-- Whether a fault names an answer is asked for each answer that a plan looks at.

create index fault_by_answer on emend.fault (tenant_id, failed_answer_id) where failed_answer_id is not null;

-- Whether a repair wrote anew what is diagnosed later is asked by text, in any case of letters.

create index memory_by_text on emend.memory (tenant_id, md5(lower(content)));
