import type { Examples } from '../../../test/every-call/examples.ts'

export const examples: Examples = {
  inputs: {
    matchNames: () => ({ body: { names: ['login-meridian.example', 'unrelated.example'] } }),
    backTestAssets: () => ({ body: { aliases: ['meridian'], official: ['meridian.example'] } }),
  },
}
