import { proveLookalike } from '../../../packages/detection/src/lookalike/prove-lookalike.ts'
import { corpusPages } from '../../lookalike/corpus-pages.ts'
import { officialBrands } from '../../lookalike/compare-corpus.ts'
import { Renderer } from '../../lookalike/render-pages.ts'
import { cpuSecondsOf, median, type Row } from '../measure.ts'

/** Every so many pages of the corpus are compared. */
const step = 10
/** A comparison must not take longer than this. */
const goalSeconds = 1

/** Comparisons of a page with its brand, in CPU time; the reference is the goal of one a second. */
export async function lookalikeRows(): Promise<Row[]> {
  const renderer = await Renderer.start()
  try {
    const brands = await officialBrands(renderer)
    const seconds: number[] = []
    for (const [at, page] of corpusPages().entries()) {
      const brand = brands.get(page.brand)
      if (at % step !== 0 || !brand) continue
      const view = await renderer.view(page)
      seconds.push(cpuSecondsOf(() => void proveLookalike(view, brand)))
    }
    return [
      {
        name: 'look-alike proof',
        unit: 'pairs of pages',
        perSecond: 1 / median(seconds),
        reference: { name: 'goal', perSecond: 1 / goalSeconds },
        note: `${seconds.length} pairs of 1366 × 900 pixels; the slowest ${Math.max(...seconds).toFixed(2)} s of CPU`,
      },
    ]
  } finally {
    await renderer.stop()
  }
}
