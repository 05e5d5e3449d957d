import type { Plugin } from 'rolldown'
import { leaveOut } from './leave-out.ts'

const TABLES = /\/worker\/db\/schema\//

/** Leaves out, 4 kB, indexes and constraints of tables: migrations have made them, and queries do not name them. */
export function leaveOutTableConstraints(): Plugin {
  return leaveOut({
    name: 'leave-out-table-constraints',
    files: TABLES,
    visit: (leave) => ({
      CallExpression({ callee, arguments: [, , third] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'sqliteTable' || !third) return
        leave({ start: third.start, end: third.end, by: 'undefined' })
      },
    }),
  })
}
