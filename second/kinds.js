// The kinds of certificates: name, version of the format, and the function that decides one.

import * as evaluation from './kinds/evaluation.js';
import * as forcedWin from './kinds/forced-win.js';
import * as grundyBox from './kinds/grundy-box.js';
import * as grundyPeriod from './kinds/grundy-period.js';
import * as automatic from './kinds/automatic.js';
import * as boardWindows from './kinds/board-windows.js';
import * as buildings from './kinds/buildings.js';
import * as connection from './kinds/connection.js';
import * as octalPeriod from './kinds/octal-period.js';
import * as repetition from './kinds/repetition.js';
import * as response from './kinds/response.js';
import * as strategy from './kinds/strategy.js';
import * as towers from './kinds/towers.js';
import * as word from './kinds/word.js';
import * as zoneGame from './kinds/zone-game.js';
import * as zoneWords from './kinds/zone-words.js';

export const KINDS = {
  evaluation: { version: 1, check: evaluation.check },
  'forced-win': { version: 1, check: forcedWin.check },
  'grundy-box': { version: 1, check: grundyBox.check },
  'grundy-period': { version: 1, check: grundyPeriod.check },
  'octal-period': { version: 1, check: octalPeriod.check },
  automatic: { version: 2, check: automatic.check },
  'board-windows': { version: 1, check: boardWindows.check },
  buildings: { version: 1, check: buildings.check },
  connection: { version: 1, check: connection.check },
  repetition: { version: 1, check: repetition.check },
  response: { version: 1, check: response.check },
  strategy: { version: 1, check: strategy.check },
  towers: { version: 1, check: towers.check },
  word: { version: 1, check: word.check },
  'zone-game': { version: 1, check: zoneGame.check },
  'zone-words': { version: 1, check: zoneWords.check },
};
