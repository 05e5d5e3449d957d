/**
 * A colour of tokens.css as the browser computes it here and now, for a frame of another origin, which can not read our
 * style sheet.
 */
export function cssTokenColor(token: `--${string}`, near: Element): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  near.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
