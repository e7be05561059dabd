// Image processing in separate processes. Global, like the storage.
import { Global, Module } from '@nestjs/common';
import { Images } from './images.js';

@Global()
@Module({ providers: [Images], exports: [Images] })
export class ImagesModule {}
