/** The Applet whose Connect led to signing in, and what comes after it. `services`: those that it connects to, by name. */
export type PressedApplet = { name: string; services: string[]; needs_configuration: boolean }

const LIST = new Intl.ListFormat('en-US')

/** Says why one signs in, and what comes next. */
export function pressedWords({ name, services, needs_configuration }: PressedApplet, verb: 'Sign in' | 'Join'): string {
  const to = `${verb} to turn on “${name}”.`
  if (services.length > 0) return `${to} Next, you connect ${LIST.format(services)}.`
  return needs_configuration ? `${to} Next, you set it up.` : `${to} Nothing else is needed.`
}
