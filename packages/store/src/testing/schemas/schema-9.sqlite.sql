-- The schema of version 9, as it was, from which databases are converted.
create table commit_guard (account_version_held integer not null) strict;
create table number_block (id integer primary key check (id = 1), next_number integer not null check (next_number < 2147483648)) strict;
insert into number_block values (1, 1);
create table trader (
 user_id text primary key,
 number integer not null unique,
 shard integer not null,
 notification_count integer not null default 0 check (notification_count < 4194304),
 notified_at integer not null default 0,
 read_through integer not null default 0,
 read_through_at integer not null default 0,
 unread_count integer not null default 0,
 check (read_through between 0 and notification_count),
 check (unread_count between 0 and notification_count - read_through)
  ) strict, without rowid;
create table account_owner (account_id text primary key, user_id text not null) strict, without rowid;
create table account (
 user_id text not null,
 account_id text not null,
 version integer not null,
 shard integer not null,
 equity_vnd integer not null check (abs(equity_vnd) < 9007199254740992),
 opened_at integer not null,
 changed_at integer not null,
 audit_count integer not null default 0,
 audit_hash text not null default '',
 primary key (user_id, account_id)
  ) strict, without rowid;
create index account_by_change on account (shard, changed_at);
create table position (
 user_id text not null,
 account_id text not null,
 symbol text not null,
 quantity integer not null,
 entry_vnd integer not null,
 posted_vnd integer not null,
 covered_vnd integer not null check (covered_vnd between 0 and 9007199254740991),
 is_closing integer not null,
 opened_at integer not null,
 changed_at integer not null,
 judged text,
 primary key (user_id, account_id, symbol)
  ) strict, without rowid;
create table movement (
 user_id text not null,
 movement_id text not null,
 account_id text not null,
 kind text not null,
 amount_vnd integer not null check (amount_vnd between 1 and 9007199254740991),
 at integer not null,
 primary key (user_id, movement_id)
  ) strict, without rowid;
create table notification (
 user_id text not null,
 n integer not null,
 id integer not null,
 account_id text not null,
 type text not null,
 topic text not null,
 message_id text not null,
 data text not null,
 is_read integer not null default 0,
 created_at integer not null,
 updated_at integer not null,
 primary key (user_id, n),
 unique (user_id, message_id)
  ) strict, without rowid;
create table outcome (
 user_id text not null,
 idempotency_key text not null,
 fingerprint text not null,
 outcome text not null,
 at integer not null,
 primary key (user_id, idempotency_key)
  ) strict, without rowid;
create table rates (
 level text not null,
 name text not null,
 margin_ratio integer not null,
 margin_call_rate integer not null,
 force_close_rate integer not null,
 changed_at integer not null,
 primary key (level, name)
  ) strict, without rowid;
create table change_counter (name text primary key, value integer not null) strict, without rowid;
insert into change_counter values ('catalog', 0), ('rates', 0), ('marks', 0), ('holidays', 0), ('quotes', 0);
create table catalog_head (id integer primary key check (id = 1), generation integer not null) strict;
insert into catalog_head values (1, 0);
create table catalog_generation (
 generation integer primary key,
 state text not null check (state in ('draft', 'current', 'old')),
 touched_at integer not null
  ) strict;
create table instrument (
 generation integer not null,
 symbol text not null,
 details text not null,
 primary key (generation, symbol)
  ) strict, without rowid;
create table audit (
 user_id text not null,
 account_id text not null,
 place integer not null,
 entry text not null,
 hash text not null,
 primary key (user_id, account_id, place)
  ) strict, without rowid;
create trigger audit_not_updated before update on audit begin select raise(abort, 'An audit is only added to.'); end;
create trigger audit_not_deleted before delete on audit begin select raise(abort, 'An audit is only added to.'); end;
create trigger audit_not_replaced before insert on audit when exists (select 1 from audit where user_id = new.user_id and account_id = new.account_id and place = new.place) begin select raise(abort, 'An audit is only added to.'); end;
create table episode (
 user_id text not null,
 account_id text not null,
 symbol text not null,
 number integer not null,
 is_open integer not null,
 is_force_close_told integer not null,
 reminder integer not null,
 opened_at integer not null,
 last_contact text,
 primary key (user_id, account_id, symbol)
  ) strict, without rowid;
create table mark (
 symbol text primary key,
 price integer not null check (abs(price) < 9007199254740992),
 at integer not null,
 is_by_hand integer not null,
 version integer not null
  ) strict, without rowid;
create index mark_by_version on mark (version);
create table holiday (date text primary key) strict, without rowid;
create table watcher (holder text primary key, until integer not null) strict, without rowid;
create table lease (
 shard integer primary key,
 holder text not null,
 fencing integer not null,
 until integer not null
  ) strict;
create table quote (
 symbol text primary key not null,
 at integer not null,
 seq integer not null,
 snapshot text not null,
 version integer not null
  ) strict;
create index quote_by_version on quote (version);
