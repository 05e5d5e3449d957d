import { onBrand, TEXT } from '../../worker/contract/shared/brand-color.ts'
import type { ServiceDefinition } from '../../worker/services/format/service-definition.ts'

/** A drawing as an HTML document, and the file it becomes, below web/public/. Sizes in pixels. */
type Drawing = { file: string; width: number; height: number; html: string }

const SOCIAL = { width: 1200, height: 630 }
const LOGO_GROUND = '#2447d6'

/** The logo as an app icon. Launchers cut a maskable icon to their own shape: only the middle four fifths are safe. */
export function iconDrawings(logo: string): Drawing[] {
  const whole = (size: number, ground: string, share: number) =>
    document(
      `body { display: grid; place-items: center; background: ${ground} }
      svg { inline-size: ${size * share}px; block-size: ${size * share}px }`,
      logo,
    )
  const icon = (name: string, size: number, ground: string, share: number): Drawing => {
    return { file: `icons/app/${name}.png`, width: size, height: size, html: whole(size, ground, share) }
  }
  return [
    icon('192', 192, 'transparent', 1),
    icon('512', 512, 'transparent', 1),
    icon('maskable-512', 512, LOGO_GROUND, 0.8),
    icon('apple-touch-180', 180, LOGO_GROUND, 1),
  ]
}

/** Draws the picture of a link to the site where it is shared. */
export function siteDrawing(logo: string): Drawing {
  const brand = { background: LOGO_GROUND, ink: '#ffffff' }
  return social('site', brand, logo, 'One switch connects the services you use')
}

/** Draws the picture of a link to a service, or to an Applet with it, where it is shared. `icon`: its white drawing. */
export function serviceDrawing({ id, name, color }: ServiceDefinition, icon: string): Drawing {
  const { background, tone } = onBrand(color)
  return social(id, { background, ink: TEXT[tone] }, icon, name)
}

type Colors = { background: string; ink: string }

function social(name: string, { background, ink }: Colors, icon: string, words: string): Drawing {
  const style = `
    body { display: grid; align-content: space-between; padding: 80px; color: ${ink}; background: ${background}; font: 700 88px/1.1 'Liberation Sans', Arial, sans-serif; letter-spacing: -0.02em }
    header { display: flex; align-items: center; justify-content: space-between }
    .icon svg { inline-size: 200px; block-size: 200px; ${ink === '#ffffff' ? '' : 'filter: brightness(0)'} }
    .switch { box-sizing: border-box; inline-size: 300px; block-size: 140px; padding: 14px; border: 6px solid; border-radius: 70px; display: flex; justify-content: end }
    .switch i { inline-size: 100px; block-size: 100px; border-radius: 50%; background: ${ink} }`
  const body = `<header><span class="icon">${icon}</span><span class="switch"><i></i></span></header><p>${words}</p>`
  return { file: `social/${name}.png`, ...SOCIAL, html: document(style, body) }
}

function document(style: string, body: string): string {
  return `<!doctype html><style>* { margin: 0 } body { box-sizing: border-box; block-size: 100vh } ${style}</style>${body}`
}
