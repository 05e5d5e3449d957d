import { sql } from 'drizzle-orm'
import { enablements } from '../schema/applets.ts'

/** Whether the user has the Applet on or off, as a column; null where a join finds no row. */
export const enablementStatus = sql<'enabled' | 'disabled' | null>`${enablements.status}`.as('enablement')
