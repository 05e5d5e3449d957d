import { fillIndex, rebuildIndex, type SearchDatabases } from './fill-index.ts'

/** The newest version of an Applet in the index, and the round of its services. */
const NEWEST =
  'select (select max(version) from applet_places) as version, (select max(round) from service_round) as round'
const SINCE = 'select json_group_array(applet_id) as ids from applet_places where version > ?'
/** Marks these Applets as changed, also those that are gone. */
const MARK = `insert into search_marks (applet_id, wanted)
  select value, cast(unixepoch('subsec') * 1000 as integer) from json_each(?) where true
  on conflict (applet_id) do update set wanted = max(wanted + 1, excluded.wanted)`

/**
 * Remembers up to where the index is complete. The returned function completes it once D1 has the same rows again: it
 * writes only what the index has learned meanwhile.
 */
export async function takeIndexSnapshot(databases: SearchDatabases): Promise<() => Promise<void>> {
  const { DB, SEARCH } = databases
  const readNewest = () => SEARCH.prepare(NEWEST).first<{ version: number; round: number }>()
  let known = await readNewest()
  return async () => {
    const newest = await readNewest()
    if (newest?.version === known?.version && newest?.round === known?.round) return
    if (newest?.round === known?.round) {
      const changed = await SEARCH.prepare(SINCE).bind(known?.version).first('ids')
      await DB.prepare(MARK).bind(changed).run()
      await fillIndex(databases)
    } else await rebuildIndex(databases)
    known = await readNewest()
  }
}
