/** Every table, for drizzle-kit and the client. */
export * from '../accounts/tables.ts'
export * from '../ai/tables.ts'
export * from '../applets/tables.ts'
export * from '../billing/tables.ts'
export * from '../connections/tables.ts'
export * from '../feedback/tables.ts'
export * from '../messages/tables.ts'
export * from '../push/tables.ts'
