import { DatabaseSync } from 'node:sqlite'

/** Applets that the index has not heard of yet, at every size: the minute's job tells it. */
const BEHIND = 20

/**
 * Writes what the filled database says of its published Applets into the file of the search index, as the Worker would,
 * but all at once. No process has either file open.
 */
export function fillSearch(file: string, indexFile: string): void {
  const index = new DatabaseSync(indexFile)
  try {
    index.exec('pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -500000')
    index.prepare('attach ? as product').run(file)
    const behind = `select applet_id from product.search_marks where applied < wanted`
    index.exec(`begin;
      insert into applet_docs (applet_id, version, place, name, description, steps)
        select applet_id, version, place, name, description, steps from product.search_truth
        where applet_id in (select applet_id from (${behind}) limit -1 offset ${BEHIND});
      update product.search_marks set applied = wanted where applet_id in (select applet_id from applet_places);
      commit;
      pragma journal_mode = wal; pragma product.journal_mode = wal`)
  } finally {
    index.close()
  }
}
