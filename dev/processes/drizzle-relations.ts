import type { Plugin } from 'rolldown'

const NOT_HERE = `throw new Error('This build has no db.query. See dev/processes/drizzle-relations.ts.')`

/** What Drizzle's other files import from `relations.js`. */
const RELATIONS = [
  'Many',
  'One',
  'createTableRelationsHelpers',
  'extractTablesRelationalConfig',
  'getOperators',
  'getOrderByOperators',
  'mapRelationalRow',
  'normalizeRelation',
]

/** Drizzle's relational queries, `db.query`, which need a schema that the Worker does not give it. */
const REPLACED = [
  { file: '/drizzle-orm/relations.js', names: RELATIONS },
  { file: '/drizzle-orm/sqlite-core/query-builders/query.js', names: ['RelationalQueryBuilder'] },
]

/** Leaves them, 3 kB, out of a bundle. A build fails where Drizzle imports more of these files. */
export function leaveOutRelations(): Plugin {
  return {
    name: 'leave-out-relations',
    load(id) {
      const names = REPLACED.find(({ file }) => id.endsWith(file))?.names
      return names?.map((name) => `export function ${name}() { ${NOT_HERE} }`).join('\n') ?? null
    },
  }
}
