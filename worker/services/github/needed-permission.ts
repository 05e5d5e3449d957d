/**
 * The permission that GitHub says a request needs, such as `Issues: write`; null where it does not say. Fine-grained
 * tokens are told in `x-accepted-github-permissions` (`,` joins what is needed together, `;` parts what is enough
 * alone), classic tokens in `x-accepted-oauth-scopes`.
 */
export function neededPermission(headers: Headers): string | null {
  const permissions = (headers.get('x-accepted-github-permissions') ?? '')
    .split(';')
    .map((together) => together.split(',').flatMap(permissionName).join(' and '))
    .filter((words) => words !== '')
  const scopes = (headers.get('x-accepted-oauth-scopes') ?? '').split(',').flatMap((scope) => scope.trim() || [])
  if (headers.has('x-oauth-scopes') && scopes.length > 0) return scopes.join(' or ')
  return permissions.length > 0 ? permissions.join(', or ') : null
}

/** `pull_requests=read` → `Pull requests: read`, as the page that makes tokens names it. */
function permissionName(pair: string): string[] {
  const [name = '', access = ''] = pair.trim().split('=')
  if (!/^[a-z_]{1,60}$/.test(name) || !/^(?:read|write|admin)$/.test(access)) return []
  const words = name.replaceAll('_', ' ')
  return [`${words.charAt(0).toUpperCase()}${words.slice(1)}: ${access}`]
}
