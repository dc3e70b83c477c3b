-- Hosts that accept activities quickly get them before others.
create table reached_host (
    host text primary key,
    reached text not null
) strict, without rowid;
create index reached_host_by_time on reached_host (reached);
