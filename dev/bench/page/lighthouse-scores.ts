/** The least points of a page in each category, of 100. */
export const LEAST_SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const

type Category = keyof typeof LEAST_SCORES
export const CATEGORIES = Object.keys(LEAST_SCORES) as Category[]

/** The parts read of a report that Lighthouse writes as JSON. A score is 0 to 1, null where nothing was measured. */
export type LighthouseReport = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
  runtimeError?: { message: string }
}

type PageScores = {
  scores: Record<Category, number>
  /** The audits that cost points in each category. */
  lost: Record<Category, string[]>
}

/** The scores of one report. Throws where Lighthouse could not load the page. */
export function readScores(report: LighthouseReport): PageScores {
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`)
  const points = (category: Category) => Math.round((report.categories[category].score ?? 0) * 100)
  const lost = (category: Category) => lostAudits(report, category)
  return { scores: eachCategory(points), lost: eachCategory(lost) }
}

function eachCategory<Value>(valueOf: (category: Category) => Value): Record<Category, Value> {
  return {
    performance: valueOf('performance'),
    accessibility: valueOf('accessibility'),
    'best-practices': valueOf('best-practices'),
    seo: valueOf('seo'),
  }
}

function lostAudits({ categories, audits }: LighthouseReport, category: Category): string[] {
  const counted = categories[category].auditRefs.filter(({ weight }) => weight > 0)
  return counted.flatMap(({ id }) => {
    const { title = id, score = null, displayValue = '' } = audits[id] ?? {}
    return score !== null && score < 1 ? [`${title} ${displayValue}`.trim()] : []
  })
}

/** The run whose performance is in the middle. */
export function medianRun<Run extends { scores: PageScores['scores'] }>(runs: readonly Run[]): Run {
  const sorted = runs.toSorted((a, b) => a.scores.performance - b.scores.performance)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('A median needs a run.')
  return middle
}

/** The categories in which a page has fewer points than it needs. */
export function findShortfalls(scores: PageScores['scores']): Category[] {
  return CATEGORIES.filter((category) => scores[category] < LEAST_SCORES[category])
}
