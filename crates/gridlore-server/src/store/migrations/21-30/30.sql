-- Waiting requests are counted and ordered by indexes alone, without reading their bodies.
drop index received_by_key;
create index received_by_key on received (key, verified);
drop index received_by_host;
create index received_by_host on received (host, verified, network);
create index received_by_network on received (network);
