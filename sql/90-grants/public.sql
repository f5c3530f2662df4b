/** Nothing of schema emend is everybody's. Postgres gives new functions to everybody, so this is said after every load. */
revoke all on schema emend from public;
revoke all on all tables in schema emend from public;
revoke all on all sequences in schema emend from public;
revoke all on all functions in schema emend from public;
