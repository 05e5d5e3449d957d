/** The current value of a color token, for frames of another origin, which cannot read our style sheet. */
export function cssTokenColor(token: `--${string}`, near: Element): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  near.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
