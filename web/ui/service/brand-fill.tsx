import type { Brand } from '../../../worker/contract/shared/brand-color.ts'
import './brand-fill.css'

/**
 * The brand color behind its parent, which needs brandClasses(brand). An SVG attribute, because the content security
 * policy refuses style attributes, even in server-rendered HTML.
 */
export function BrandFill({ brand }: { brand: Brand }) {
  return (
    <svg className="brand-fill" aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" fill={brand.background} />
    </svg>
  )
}

/** Class names for the parent of a BrandFill. */
export function brandClasses({ tone }: Brand): string {
  return `on-brand on-brand-${tone}`
}
