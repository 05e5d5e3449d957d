import type { Applet, AppletStep } from '../../../worker/contract/applets/applet.ts'
import { FILTER_ID, stepsOfApplet, WAIT_ID } from '../../../worker/contract/applets/step-list.ts'
import { STEP_SEGMENTS } from '../../../worker/contract/connections/service.ts'
import type { GlyphName } from '../../ui/glyph.tsx'

type StepLabel = 'If' | 'With' | 'When' | 'Wait' | 'Then' | 'And'

/**
 * One row of the step list. `icon` is an image's address or one of our glyphs. `says`: the sentence that has what its user
 * set stands alone or nowhere, where it is not below the title.
 */
export type StepRow = {
  /** As in the Applet's document. */
  id: number
  label: StepLabel
  /** The feature of a dynamic connection that the step belongs to, as its switch names it. */
  feature: string | null
  icon: { src: string } | GlyphName
  says?: 'alone' | 'nowhere'
  title: string
  /** Its name; null where the product itself does the step. */
  service: string | null
  description: string
  /** The step's page; only published services have one (§2.2). */
  href: string | null
}

/**
 * If, With, When, Wait, Then, And: in the order in which they run (§2.1, §2.2). Of a dynamic connection, feature by
 * feature, because each has its own trigger.
 */
export function stepRows(applet: Applet): StepRow[] {
  const { configurations } = applet
  return [null, ...configurations].flatMap((feature) => {
    const rows = rowsOf(applet, feature?.slug ?? null)
    return feature ? rows.map((each) => ({ ...each, feature: feature.title })) : rows
  })
}

/** The rows of one feature, or of what no feature has for itself. */
function rowsOf(applet: Applet, feature: string | null): StepRow[] {
  const { filter_code, normalized_applet } = applet
  const own = stepsOfApplet(applet).filter((step) => step.feature === feature)
  const actions = own.filter(({ kind }) => kind === 'action')
  const delay = normalized_applet.actions_delay
  return [
    ...own.filter(({ kind }) => kind === 'trigger').map((step) => row('If', step)),
    ...own.filter(({ kind }) => kind === 'query').map((step) => row('With', step)),
    ...(filter_code && actions.length > 0 ? [FILTER] : []),
    ...(delay > 0 && actions.length > 0 ? [wait(delay)] : []),
    ...actions.map((step, index) => row(index === 0 ? 'Then' : 'And', step)),
  ]
}

const OWN = { feature: null, service: null, href: null }

const FILTER: StepRow = {
  ...OWN,
  id: FILTER_ID,
  label: 'When',
  icon: 'filter',
  says: 'alone',
  title: 'Its filter allows it',
  description: 'It decides whether the rest runs.',
}

function wait(seconds: number): StepRow {
  const title = duration(seconds)
  const description = 'Before the next step.'
  return { ...OWN, id: WAIT_ID, label: 'Wait', icon: 'clock', says: 'nowhere', title, description }
}

function row(label: StepLabel, { position, kind, slug, name, description, service }: AppletStep): StepRow {
  const href = `/${service.module_name}/${STEP_SEGMENTS[kind]}/${slug}`
  return {
    id: position,
    label,
    feature: null,
    icon: { src: service.icon },
    title: name,
    service: service.name,
    description,
    href: service.published ? href : null,
  }
}

/** hh:mm:ss (§2.2). */
export function duration(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
