import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'web/public/icons/services'

/** The icons of a service in its own colors, in ink, and in white, as SVG by their files. */
function letterIcons(id: string, { letter, color }: { letter: string; color: string }): Record<string, string> {
  const behind = `<rect width="64" height="64" rx="14" fill="${color}"/>`
  return {
    [`${FOLDER}/${id}.svg`]: icon(letter, '#ffffff', behind),
    [`${FOLDER}/${id}-bw.svg`]: icon(letter, '#14171a'),
    [`${FOLDER}/${id}-mono.svg`]: icon(letter, '#ffffff'),
  }
}

function icon(letter: string, fill: string, behind = ''): string {
  const text = `<text x="32" y="46" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="40" fill="${fill}">${letter}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">${behind}${text}</svg>\n`
}

/** The files of its icons that are not there. */
export function missingIcons(id: string, root: string): string[] {
  return ['', '-bw', '-mono']
    .map((kind) => `${FOLDER}/${id}${kind}.svg`)
    .filter((file) => !existsSync(join(root, file)))
}

/** Draws those of a service's icons that are not there: the first letter of its name on its color. Returns their files. */
export function drawIcons({ id, name, color }: { id: string; name: string; color: string }, root: string): string[] {
  const drawings = letterIcons(id, { letter: name.match(/[A-Za-z0-9]/)?.[0].toUpperCase() ?? '?', color })
  const missing = missingIcons(id, root)
  if (missing.length > 0) mkdirSync(join(root, FOLDER), { recursive: true })
  for (const file of missing) writeFileSync(join(root, file), drawings[file] ?? '')
  return missing
}
