import { parseArgs, type ParseArgsConfig } from 'node:util'

/** A command's arguments. Throws how it is used where one is unknown: `--remot` must not work on this machine instead. */
export function readArguments<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`, { cause: error })
  }
}

/** For commands that work on the deployed product with --remote, and on this machine without. */
export const REMOTE = { remote: { type: 'boolean', default: false } } as const
