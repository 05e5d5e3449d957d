import { quoted, type Database } from '../config/database-access.ts'

/** Writes the setting that makes this address's user an operator. Throws if nobody has it, or has not confirmed it. */
export async function operatorSetting(database: Database, email: string): Promise<string> {
  const [user] = await database.read(
    `select id, email_verified_at from users where email = ${quoted(email.trim().toLowerCase())}`,
  )
  if (!user) throw new Error(`Nobody has joined with ${email}.`)
  // Somebody else may have typed the address.
  if (user['email_verified_at'] === null) throw new Error(`${email} has not been confirmed by its owner yet.`)
  return [
    `Add this id to the setting OPERATORS, after a comma if there are others: ${String(user['id'])}`,
    'Deployed: under "vars" in deployment.json, then `npm run deploy`. On this machine: in .dev.vars.',
  ].join('\n')
}
