/** Told where a service is, while an operator has stopped it. */
export function stoppedService(name: string): string {
  return `${name} is paused for everyone for now. Applets that use it go on when it is back.`
}
