import type { DemoPart } from '../demo-part.ts'
import { drawOfficial } from './draw-official.ts'
import { tintOf } from './draw-tint.ts'
import { idFrom } from '../sources/files-demo.ts'
import { insertBrandPictures } from './brand-logos-demo.ts'
import { worlds } from '../worlds/index.ts'

/** A generated capture of each brand's own page, for every invented company. */
export const brandCapturesDemo: DemoPart = {
  name: 'brandCaptures',
  async load(demo) {
    const { company } = demo
    const world = worlds.find((one) => one.company === company)
    if (!world) return
    await insertBrandPictures(demo, {
      owner: 'brandCapture',
      action: 'settings.brandCaptureChanged',
      idOf: (key) => idFrom(`${company.key} own page ${key}`),
      nameOf: (key) => `${key}-own-page.svg`,
      draw: (brand) => drawOfficial(world, brand, tintOf(company, brand.id)),
    })
  },
}
