/** The product may be deployed twice beside each other: each environment has its own names, settings, data and secrets. */
const ENVIRONMENTS = ['production', 'staging'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** The environment that `--env` names; without it, production. Throws for one that is not known. */
export function readEnvironment(named: string | undefined): Environment {
  const found = ENVIRONMENTS.find((each) => each === (named ?? 'production'))
  if (!found) throw new Error(`There is no environment ${named}, only ${ENVIRONMENTS.join(' and ')}.`)
  return found
}

/** Takes `--env NAME` out of a command's arguments, wherever it stands. Throws for one that is not known. */
export function takeEnvironment(args: readonly string[]): { environment: Environment; rest: string[] } {
  const at = args.findIndex((each) => each === '--env' || each.startsWith('--env='))
  const flag = args[at]
  if (flag === undefined) return { environment: 'production', rest: [...args] }
  const [named, length] = flag === '--env' ? [args[at + 1] ?? '', 2] : [flag.slice('--env='.length), 1]
  return { environment: readEnvironment(named), rest: args.toSpliced(at, length) }
}

/** What the names of all that belongs to an environment end with. */
export function nameSuffix(environment: Environment): string {
  return environment === 'production' ? '' : `-${environment}`
}

/** A file of the environment beside that of production: deployment.staging.json for deployment.json. */
export function environmentFile(environment: Environment, file: string): string {
  return environment === 'production' ? file : file.replace('.', `.${environment}.`)
}

/** The environment that a command's arguments name, if it is known: for what is said of their failure. */
export function environmentIn(args: readonly string[]): Environment {
  const line = args.join(' ')
  return ENVIRONMENTS.find((each) => new RegExp(`(^| )--env[ =]${each}( |$)`).test(line)) ?? 'production'
}

const COMMAND = /\bnpm run (deploy|doctor|operate|wrangler|stripe:setup)\b( -- )?/g
const FILE = /\bdeployment\.(?:json|secrets\.env)/g

/** A text for the operator, whose commands and files become those of the environment. */
export function inEnvironment(environment: Environment, text: string): string {
  if (environment === 'production') return text
  return text
    .replaceAll(COMMAND, (_, command: string, more?: string) => {
      return `npm run ${command} -- --env ${environment}${more === undefined ? '' : ' '}`
    })
    .replaceAll(FILE, (file) => environmentFile(environment, file))
}
