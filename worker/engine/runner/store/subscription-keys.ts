/** Hooks and test runs have a subscription of their own for each Applet's feature. */
export function hookKey(applet_id: number, feature: string | null): string {
  return `hook:${applet_id}:${feature ?? ''}`
}

export function testKey(applet_id: number): string {
  return `test:${applet_id}`
}
