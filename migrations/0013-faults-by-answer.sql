-- Whether a fault names an answer is asked for each answer that a plan looks at.

create index fault_by_answer on emend.fault (tenant_id, failed_answer_id) where failed_answer_id is not null;
