import { readArguments } from '../../processes/read-arguments.ts'

const USAGE =
  'npm run deploy -- [--yes] [--smoke-at https://…] [--rollback-pages ID] [--rollback-worker ID] [--rollback-runner ID]'

/** Throws how the command is used. */
export function deployOptions(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const value = { type: 'string' } as const
  const options = {
    yes: flag,
    /** Deploys what is built already. */
    built: flag,
    'smoke-at': value,
    'rollback-pages': value,
    'rollback-worker': value,
    'rollback-runner': value,
  }
  const { values } = readArguments(USAGE, { args, options })
  return {
    yes: values.yes,
    built: values.built,
    smokeAt: values['smoke-at'],
    rollback: {
      pages: values['rollback-pages'],
      worker: values['rollback-worker'],
      runner: values['rollback-runner'],
    },
  }
}
