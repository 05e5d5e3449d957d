/** Reads one cookie from a Cookie header; undefined where it is not set. */
export function cookieValue(header: string, name: string): string | undefined {
  const pair = header.split(/;\s*/).find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** `value` may contain only cookie characters. */
export function cookieLine(name: string, value: string, maxAge: number, secure: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function readCookie(name: string): string | undefined {
  return cookieValue(document.cookie, name)
}

/** `maxAge` in seconds. Safari drops Secure cookies on http://localhost, so the flag follows the page. */
export function writeCookie(name: string, value: string, maxAge: number) {
  document.cookie = cookieLine(name, value, maxAge, location.protocol === 'https:')
}
