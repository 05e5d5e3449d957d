import { parseArgs } from 'node:util'

const USAGE = 'npm run deploy -- [--yes] [--smoke-at https://…] [--rollback-pages ID] [--rollback-worker ID]'

/** Throws how the command is used. */
export function deployOptions(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const value = { type: 'string' } as const
  try {
    const options = {
      yes: flag,
      /** Deploys what is built already. */
      built: flag,
      'smoke-at': value,
      'rollback-pages': value,
      'rollback-worker': value,
    }
    const { values } = parseArgs({ args, options })
    return {
      yes: values.yes,
      built: values.built,
      smokeAt: values['smoke-at'],
      rollback: { pages: values['rollback-pages'], worker: values['rollback-worker'] },
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`, { cause: error })
  }
}
