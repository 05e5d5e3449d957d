import type { D1Database } from '@cloudflare/workers-types'
import { deployedConfigFile } from './deployed-config.ts'
import type { Environment } from '../../processes/environment.ts'
import { ROOT } from '../../processes/run.ts'
import { runWrangler } from '../../processes/run-wrangler.ts'

/** A D1, wherever it is. */
export type Database = {
  read(sql: string): Promise<Record<string, unknown>[]>
  /** All statements or none. */
  write(statements: readonly string[]): Promise<void>
}

export function localAccess(db: D1Database): Database {
  return {
    read: async (sql) => (await db.prepare(sql).all<Record<string, unknown>>()).results,
    write: async (statements) => void (await db.batch(statements.map((each) => db.prepare(each)))),
  }
}

/** The D1 where wrangler's flags say, such as the deployed one (remoteFlags). D1 runs the statements of one command as one batch. */
export function wranglerAccess(where: readonly string[]): Database {
  const execute = async (sql: string) => {
    const command = ['d1', 'execute', 'DB', ...where, '--yes', '--json', '--command', sql]
    const answers: { results?: Record<string, unknown>[] }[] = JSON.parse(await runWrangler(command))
    return answers[0]?.results ?? []
  }
  return {
    read: execute,
    write: async (statements) => void (await execute(statements.join(';\n'))),
  }
}

/** Wrangler's flags for what is deployed to an environment, with the operator's ids. */
export function remoteFlags(environment: Environment): string[] {
  return ['--remote', '--config', deployedConfigFile(ROOT, environment)]
}

/** A text as SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
