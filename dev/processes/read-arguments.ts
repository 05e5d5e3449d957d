import { parseArgs, type ParseArgsConfig } from 'node:util'
import { readEnvironment, type Environment } from './environment.ts'

/** A command's arguments. Throws how it is used where one is unknown: `--remot` must not work on this machine instead. */
export function readArguments<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`, { cause: error })
  }
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
