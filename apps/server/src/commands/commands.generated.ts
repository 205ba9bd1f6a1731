// Written by `npm run generate`.
import type { Declare } from './declare.ts'
import { declare as audit } from './audit.command.ts'
import { declare as company } from './company.command.ts'
import { declare as ct } from './ct.command.ts'
import { declare as demo } from './demo.command.ts'
import { declare as evidence } from './evidence.command.ts'
import { declare as keys } from './keys.command.ts'
import { declare as leaks } from './leaks.command.ts'
import { declare as match } from './match.command.ts'
import { declare as migrate } from './migrate.command.ts'
import { declare as permute } from './permute.command.ts'
import { declare as scan } from './scan.command.ts'
import { declare as serve } from './serve.command.ts'
import { declare as user } from './user.command.ts'

export const declarations: readonly Declare[] = [
  audit,
  company,
  ct,
  demo,
  evidence,
  keys,
  leaks,
  match,
  migrate,
  permute,
  scan,
  serve,
  user,
]
