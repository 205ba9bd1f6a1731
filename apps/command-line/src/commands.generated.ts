// Written by `npm run generate`.
import type { Declare } from './command/declare.ts'
import { declare as audit } from './evidence/audit.command.ts'
import { declare as backup } from './installation/backup.command.ts'
import { declare as company } from './companies/company.command.ts'
import { declare as connectors } from './intake/connectors.command.ts'
import { declare as ct } from './intake/ct.command.ts'
import { declare as demo } from './installation/demo.command.ts'
import { declare as doctor } from './doctor/doctor.command.ts'
import { declare as evidence } from './evidence/evidence.command.ts'
import { declare as importThreats } from './intake/import-threats.command.ts'
import { declare as keys } from './installation/keys.command.ts'
import { declare as leaks } from './intake/leaks.command.ts'
import { declare as match } from './detection/match.command.ts'
import { declare as migrate } from './installation/migrate.command.ts'
import { declare as permute } from './detection/permute.command.ts'
import { declare as read } from './intake/read.command.ts'
import { declare as scan } from './intake/scan.command.ts'
import { declare as serve } from './serving/serve.command.ts'
import { declare as shard } from './installation/shard.command.ts'
import { declare as telegram } from './intake/telegram.command.ts'
import { declare as user } from './companies/user.command.ts'

export const declarations: readonly Declare[] = [
  audit,
  backup,
  company,
  connectors,
  ct,
  demo,
  doctor,
  evidence,
  importThreats,
  keys,
  leaks,
  match,
  migrate,
  permute,
  read,
  scan,
  serve,
  shard,
  telegram,
  user,
]
