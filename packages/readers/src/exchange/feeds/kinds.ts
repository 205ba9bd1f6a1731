import type { FileKind } from '../../file-kind.ts'
import { isPhishTankCsv, isPhishTankJson, readPhishTankCsv, readPhishTankJson } from './phishtank.ts'
import { isUrlhausCsv, isUrlhausJson, readUrlhausCsv, readUrlhausJson } from './urlhaus.ts'
import { isUrlList, readUrlList } from './url-list.ts'

/** Lists of malicious addresses. The plain list is last: the others contain addresses too. */
export const feedKinds: readonly FileKind[] = [
  {
    name: 'phishtank',
    recognizes: ({ json }) => isPhishTankJson(json),
    read: ({ json }) => readPhishTankJson(json),
  },
  {
    name: 'urlhaus',
    recognizes: ({ json }) => isUrlhausJson(json),
    read: ({ json }) => readUrlhausJson(json),
  },
  {
    name: 'phishtank',
    recognizes: ({ text }) => isPhishTankCsv(text),
    read: ({ text }) => readPhishTankCsv(text),
  },
  {
    name: 'urlhaus',
    recognizes: ({ text }) => isUrlhausCsv(text),
    read: ({ text }) => readUrlhausCsv(text),
  },
  {
    name: 'url-list',
    recognizes: ({ text }) => isUrlList(text),
    read: ({ text }) => readUrlList(text),
  },
]
