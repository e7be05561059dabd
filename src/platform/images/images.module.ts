// Image processing in processes of its own. Global, as the storage is.
import { Global, Module } from '@nestjs/common';
import { Images } from './images.js';

@Global()
@Module({ providers: [Images], exports: [Images] })
export class ImagesModule {}
