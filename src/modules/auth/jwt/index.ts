export { JwtModule } from './jwt.module.js';
