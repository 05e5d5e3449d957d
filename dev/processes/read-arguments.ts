import { parseArgs, type ParseArgsConfig } from 'node:util'
import { readEnvironment, type Environment } from './environment.ts'

/**
 * A command's arguments. Throws how it is used where one is unknown: `--remot` must not work on this machine instead.
 * With `--help`, says it and ends.
 */
export function readArguments<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  if ((config.args ?? process.argv).includes('--help')) {
    console.log(`Usage: ${usage}`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`, { cause: error })
  }
}

/** For a command without arguments. Throws how it is used where there is one: it would be taken for obeyed. */
export function readNoArguments(usage: string): void {
  readArguments(usage, { options: {} })
}

/** For commands that work on the deployed product with --remote or --env, and on this machine without. */
export const PLACE = { remote: { type: 'boolean', default: false }, env: { type: 'string' } } as const

/** Where such a command works. Throws for an unknown environment. */
export function readPlace({ remote, env }: { remote: boolean; env?: string | undefined }): {
  remote: boolean
  environment: Environment
} {
  return { remote: remote || env !== undefined, environment: readEnvironment(env) }
}
