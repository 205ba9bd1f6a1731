import { fieldOf, type AnySource } from '@signet/contract/threats/sources'
import type { DemoWorld } from '../demo-world.ts'
import { drawPage } from './draw-page.ts'
import { drawApp, drawCode, drawDocument, drawPost } from './draw-records.ts'
import type { Captured, Scene } from './draw-scene.ts'
import { drawing } from './draw-shapes.ts'
import { tintOf } from './draw-tint.ts'
import { drawAd, drawChat, drawMap, drawProfile, drawVideo } from './draw-social.ts'
import { drawTout } from './draw-tout.ts'
import { randomOf } from '../random.ts'

/**
 * Generates the capture of a threat. The image is always the same for a threat, and it loads and runs nothing.
 *
 * @returns an SVG document of 960 × 600; null for a page that did not answer
 */
export function drawCapture(threat: Captured, world: DemoWorld): string | null {
  const scene: Scene = {
    ...threat,
    random: randomOf(1, threat.id),
    world,
    brand: world.company.brands.find(({ id }) => id === threat.brandKey)?.name ?? world.company.name,
    tint: tintOf(world.company, threat.brandKey),
    field: (name) => fieldOf(threat.fields, name) ?? '',
    reason: (begins) => threat.indicators.find(({ name }) => name.startsWith(begins)),
  }
  const shapes = threat.kind === 'tout' ? drawTout(scene) : templates[threat.source](scene)
  return shapes && drawing(shapes)
}

const templates: Record<AnySource, (scene: Scene) => string[] | null> = {
  Domain: drawPage,
  URL: drawPage,
  APK: drawApp,
  Telegram: drawChat,
  WhatsApp: drawChat,
  Instagram: drawProfile,
  Twitter: drawProfile,
  FB: drawProfile,
  LinkedIn: drawProfile,
  Reddit: drawProfile,
  TikTok: drawProfile,
  YouTube: drawVideo,
  Advertisements: drawAd,
  GoogleMaps: drawMap,
  DarkWeb: drawPost,
  FinancialFraud: drawPost,
  DocumentLeaks: drawDocument,
  GitHub: drawCode,
  EASM: drawCode,
  Extension: drawApp,
}
