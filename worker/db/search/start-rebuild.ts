/**
 * SQL for D1 with which the minute's job begins to write the whole index again, while searches go on
 * (`npm run operate -- rebuild-search`).
 */
export const START_REBUILD = `insert into search_rebuild (id, services_changed, after, round)
  values (1, 1, 0, cast(unixepoch('subsec') * 1000 as integer))
  on conflict (id) do update set services_changed = 1, after = 0, round = max(round + 1, excluded.round)`
