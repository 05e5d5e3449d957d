import { sql } from 'drizzle-orm'
import { FORMER_AUTHOR, FORMER_MARK } from '../../contract/accounts/former-author.ts'
import { users } from '../schema/accounts.ts'

/** The user name of an Applet's author; "Former author" if the account is gone. */
export const authorName =
  sql<string>`case when substr(${users.login}, 1, 1) = ${sql.raw(`'${FORMER_MARK}'`)} then ${sql.raw(`'${FORMER_AUTHOR}'`)} else ${users.login} end`.as(
    'author',
  )
