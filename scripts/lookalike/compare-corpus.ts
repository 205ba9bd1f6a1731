import { type OfficialBrand, type PageTerm, proveLookalike } from '@signet/detection/lookalike/prove-lookalike'
import type { PageView } from '@signet/detection/lookalike/page-view'
import { type CorpusBrand, corpusBrands } from './brands.ts'
import { type CorpusPage, corpusPages, officialPage } from './corpus-pages.ts'
import type { Renderer } from './render-pages.ts'

/** One page compared with one brand. */
export interface Compared {
  page: CorpusPage
  brand: CorpusBrand
  /** True when the page shows this brand. */
  isShown: boolean
  /** Chance, 0 to 1, by the shipped weights. */
  showsBrand: number
  foundSecrets: readonly string[]
  observed: { brand: readonly PageTerm[]; forms: readonly PageTerm[] }
  /** CPU time of the whole comparison. */
  cpuMs: number
}

/** What each brand is compared with. */
export async function officialBrands(renderer: Renderer): Promise<Map<CorpusBrand, OfficialBrand>> {
  const brands = new Map<CorpusBrand, OfficialBrand>()
  for (const brand of corpusBrands) {
    const logos = [await renderer.logo(brand)]
    const page = await renderer.view(officialPage(brand))
    brands.set(brand, { aliases: brand.aliases, official: [brand.domain], logos, pages: [page] })
  }
  return brands
}

/** Compares every page with its own brand and with another one of the same split. */
export async function* compareCorpus(renderer: Renderer, isHeldOut: boolean): AsyncGenerator<Compared> {
  const brands = await officialBrands(renderer)
  const split = corpusBrands.filter((brand) => brand.isHeldOut === isHeldOut)
  for (const page of corpusPages()) {
    if (page.brand.isHeldOut !== isHeldOut) continue
    const view = await renderer.view(page)
    const another = split[(split.indexOf(page.brand) + 2) % split.length] ?? page.brand
    for (const brand of [page.brand, another]) {
      const official = brands.get(brand)
      if (official) yield compared(page, view, brand, official)
    }
  }
}

function compared(page: CorpusPage, view: PageView, brand: CorpusBrand, official: OfficialBrand): Compared {
  const { user, system } = process.cpuUsage()
  const { showsBrand, secrets, observed } = proveLookalike(view, official)
  const after = process.cpuUsage()
  return {
    page,
    brand,
    isShown: page.showsBrand && page.brand === brand,
    showsBrand,
    foundSecrets: secrets.map(({ kind }) => kind),
    observed,
    cpuMs: (after.user - user + after.system - system) / 1000,
  }
}
