/** An activation path as the server named it, but returning to another page; any other path stays as it is (§4.10). */
export function activationReturningTo(path: string, returnTo: string): string {
  if (!path.startsWith('/activate?')) return path
  const query = new URLSearchParams(path.slice('/activate?'.length))
  query.set('return_to', returnTo)
  return `/activate?${query}`
}
