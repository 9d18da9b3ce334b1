-- The schema of version 9, as it was, from which databases are converted.
create table schema_step (step integer primary key);
insert into schema_step values (9);
create table number_block (id integer primary key check (id = 1), next_number bigint not null check (next_number < 2147483648));
insert into number_block values (1, 1);
create table trader (
  user_id text collate "C" primary key,
  number bigint not null unique,
  shard integer not null,
  notification_count bigint not null default 0 check (notification_count < 4194304),
  notified_at bigint not null default 0,
  -- Rows up to this number are read, whatever `is_read` says; `unread_count` counts the unread ones after it.
  read_through bigint not null default 0,
  read_through_at bigint not null default 0,
  unread_count bigint not null default 0,
  check (read_through between 0 and notification_count),
  check (unread_count between 0 and notification_count - read_through)
);
create table account_owner (account_id text collate "C" primary key, user_id text collate "C" not null);
create table account (
  user_id text collate "C" not null,
  account_id text collate "C" not null,
  version bigint not null,
  shard integer not null,
  equity_vnd bigint not null check (abs(equity_vnd) < 9007199254740992),
  opened_at bigint not null,
  changed_at bigint not null,
  audit_count bigint not null default 0,
  audit_hash text not null default '',
  primary key (user_id, account_id)
);
create index account_by_change on account (shard, changed_at);
-- judged: the price of the last decision about the position, with its time, sequence number and origin (coded as in mark).
create table position (
  user_id text collate "C" not null,
  account_id text collate "C" not null,
  symbol text collate "C" not null,
  quantity bigint not null,
  entry_vnd bigint not null,
  posted_vnd bigint not null,
  covered_vnd bigint not null check (covered_vnd between 0 and 9007199254740991),
  is_closing integer not null,
  opened_at bigint not null,
  changed_at bigint not null,
  judged text,
  primary key (user_id, account_id, symbol)
);
create table movement (
  user_id text collate "C" not null,
  movement_id text collate "C" not null,
  account_id text collate "C" not null,
  kind text not null,
  amount_vnd bigint not null check (amount_vnd between 1 and 9007199254740991),
  at bigint not null,
  primary key (user_id, movement_id)
);
create table notification (
  user_id text collate "C" not null,
  n bigint not null,
  id bigint not null,
  account_id text collate "C" not null,
  type text not null,
  topic text not null,
  message_id text collate "C" not null,
  data text not null,
  is_read integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (user_id, n),
  unique (user_id, message_id)
);
create table outcome (
  user_id text collate "C" not null,
  idempotency_key text collate "C" not null,
  fingerprint text not null,
  outcome text not null,
  at bigint not null,
  primary key (user_id, idempotency_key)
);
create table rates (
  level text collate "C" not null,
  name text collate "C" not null,
  margin_ratio bigint not null,
  margin_call_rate bigint not null,
  force_close_rate bigint not null,
  changed_at bigint not null,
  primary key (level, name)
);
create table change_counter (name text collate "C" primary key, value bigint not null);
insert into change_counter values ('catalog', 0), ('rates', 0), ('marks', 0), ('holidays', 0), ('quotes', 0);
create table catalog_head (id integer primary key check (id = 1), generation bigint not null);
insert into catalog_head values (1, 0);
create table catalog_generation (
  generation bigint primary key,
  state text not null check (state in ('draft', 'current', 'old')),
  touched_at bigint not null
);
create table instrument (
  generation bigint not null,
  symbol text collate "C" not null,
  details text not null,
  primary key (generation, symbol)
);
create table audit (
  user_id text collate "C" not null,
  account_id text collate "C" not null,
  place bigint not null,
  entry text not null,
  hash text not null,
  primary key (user_id, account_id, place)
);
-- A safeguard: the store itself never updates or deletes audit entries.
create function refuse_to_change_audit() returns trigger language plpgsql as $$
  begin raise exception 'An audit is only added to.'; end
$$;
create trigger audit_only_added_to before update or delete or truncate on audit
  for each statement execute function refuse_to_change_audit();
-- last_contact: JSON of the last contact about the open call.
create table episode (
  user_id text collate "C" not null,
  account_id text collate "C" not null,
  symbol text collate "C" not null,
  number bigint not null,
  is_open integer not null,
  is_force_close_told integer not null,
  reminder bigint not null,
  opened_at bigint not null,
  last_contact text,
  primary key (user_id, account_id, symbol)
);
create table mark (
  symbol text collate "C" primary key,
  price bigint not null check (abs(price) < 9007199254740992),
  at bigint not null,
  is_by_hand integer not null,
  version bigint not null
);
create index mark_by_version on mark (version);
create table holiday (date text collate "C" primary key);
create table watcher (holder text collate "C" primary key, until bigint not null);
create table lease (
  shard integer primary key,
  holder text collate "C" not null,
  fencing bigint not null,
  until bigint not null
);
create table quote (
  symbol text collate "C" primary key,
  at bigint not null,
  seq bigint not null,
  snapshot text not null,
  version bigint not null
);
create index quote_by_version on quote (version);
